// Writes src/api/schema.d.ts from the server's own schema; with --check, says whether it is fresh.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const target = here('../src/api/schema.d.ts');
const python = process.env.PYTHON ?? here('../../.venv/bin/python');

const schema = execFileSync(
  python,
  [
    '-c',
    'import json; from lostcities.server.http.app import create_app; from lostcities.server.settings import Settings; ' +
      'print(json.dumps(create_app(Settings()).openapi()))',
  ],
  { encoding: 'utf8', maxBuffer: 1 << 26 },
);
const text = `// Generated from the server's OpenAPI schema by \`npm run types\`.\n${astToString(await openapiTS(schema))}`;

if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  console.error('src/api/schema.d.ts is not what the server says now: run `npm run types` in web/');
  process.exit(1);
}
