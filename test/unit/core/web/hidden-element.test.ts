import assert from 'node:assert/strict';
import { HtmlToMarkdown } from '../../../../src/core/web/html-to-markdown';

function read(html: string): string {
  const page = new HtmlToMarkdown({ url: 'https://x.example/', format: 'text' });
  page.write(html);
  return page.end().text;
}

const hiding = [
  'display:none;display:block',
  'display:none ! important;display:block',
  'visibility:hidden;visibility:x',
  'zoom:0',
  'zoom:1%',
  'scale:0',
  'scale:1 0',
  'translate:-9999px 0',
  'transform:scale(1,0)',
  'transform:scale(.001)',
  'transform:scale3d(0,0,0)',
  'transform:matrix(0,0,0,0,0,0)',
  'transform:rotateY(90deg)',
  'font-size:calc(0px)',
  'font-size:1e-3px',
  'font-size:+0px',
  'block-size:0;overflow:hidden',
  'inline-size:0;overflow-x:hidden',
  'height:calc(0px);overflow:hidden',
  'margin:0 0 0 -9999px',
  'margin-inline-start:-9999px',
  'position:absolute;inset:0 0 0 -9999px',
  'position:absolute;left:calc(-9999px)',
  '-webkit-text-fill-color:white',
  'color:azure',
];

const showing = [
  'display:block',
  'scale:0.5',
  'zoom:90%',
  'transform:scale(1.05)',
  'transform:scale(0.9,1)',
  'transform:scale(0.5)',
  'transform:matrix(1,0,0,1,0,0)',
  'transform:rotateY(45deg)',
  'margin:0 auto',
  'margin:-20px 0 0',
  'translate:10px',
  'margin-left:0;margin-left:20px',
  'position:absolute;inset:0',
  'font-size:0.9em',
  'color:#333',
];

describe('what an inline style hides is no text', () => {
  for (const style of hiding) {
    it(`is left out: ${style}`, () => {
      assert.equal(read(`<p>a<p style="${style}">SECRET`), 'a');
    });
  }
  for (const style of showing) {
    it(`is kept: ${style}`, () => {
      assert.match(read(`<p>a<p style="${style}">text`), /text/);
    });
  }

  for (const html of [
    '<p aria-hidden=" TRUE ">SECRET',
    '<div popover>SECRET</div>',
    '<font color=ffffff>SECRET</font>',
  ]) {
    it(`is left out: ${html}`, () => {
      assert.equal(read(`<p>a</p>${html}`), 'a');
    });
  }
});
