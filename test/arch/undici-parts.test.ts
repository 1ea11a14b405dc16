import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { UndiciHttp } from '../../src/adapters/http/undici-http';
import { leanUndici, undiciParts } from '../../src/build/undici';

describe('the parts of undici that ship', () => {
  it('make a request, directly and through a proxy', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'undici-'));
    const outfile = path.join(folder, 'undici.js');
    await esbuild.build({
      ...{ bundle: true, minify: true, outfile, platform: 'node', plugins: [leanUndici] },
      stdin: { contents: undiciParts, resolveDir: '.' },
    });
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
      response.end('{"said":"hello"}');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    assert.ok(address !== null && typeof address === 'object');
    const origin = `http://127.0.0.1:${String(address.port)}`;
    const http = new UndiciHttp({
      load: () => import(outfile),
      environment: () => ({ http_proxy: origin }),
    });
    try {
      const { signal } = new AbortController();
      for (const url of [`${origin}/v1/models?all=1`, 'http://models.example/v1']) {
        const answer = await http.post({ url, headers: {}, body: '{}' }, signal);
        assert.ok(answer.ok);
        const pieces: string[] = [];
        for await (const piece of answer.value.body) pieces.push(piece);
        assert.deepEqual([answer.value.status, pieces.join('')], [200, '{"said":"hello"}']);
      }
      assert.deepEqual(asked, ['POST /v1/models?all=1', 'POST http://models.example/v1']);
    } finally {
      http.dispose();
      server.close();
      await rm(folder, { recursive: true });
    }
  }).timeout(60_000);
});
