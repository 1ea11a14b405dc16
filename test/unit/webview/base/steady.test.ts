import assert from 'node:assert/strict';
import { Steadiness } from '../../../../webview/base/steady';

describe('steadiness', () => {
  it('takes 400 ms from the appearance, and from each move', () => {
    let now = 1000;
    const buttons = new Steadiness(() => now);
    const isSteadyAt = (time: number, place: string) => {
      now = 1000 + time;
      return buttons.isSteadyAt(place);
    };
    assert.equal(isSteadyAt(0, 'here'), false);
    assert.equal(isSteadyAt(399, 'here'), false);
    assert.equal(isSteadyAt(400, 'here'), true);
    assert.equal(isSteadyAt(9000, 'there'), false, 'it has moved');
    assert.equal(isSteadyAt(9399, 'there'), false);
    assert.equal(isSteadyAt(9400, 'there'), true);
    assert.equal(isSteadyAt(9500, 'here'), false, 'it has moved back');
    assert.equal(isSteadyAt(9900, 'here'), true);
    buttons.restart();
    assert.equal(isSteadyAt(10_299, 'here'), false, 'the page was hidden');
    assert.equal(isSteadyAt(10_300, 'here'), true);
  });
});
