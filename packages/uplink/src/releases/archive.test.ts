import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { ArchiveProblem, packArchive, unpackArchive } from './archive.ts'

const workFolder = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-archive-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

const deep = `node_modules/@busbar/${'long/'.repeat(20)}file.js`

/** A tree with what a release has: folders, a program, an empty file, a path longer than a name may be. */
const makeTree = (root: string): string => {
  const tree = join(root, 'tree')
  mkdirSync(join(tree, 'bin'), { recursive: true })
  mkdirSync(join(tree, deep, '..'), { recursive: true })
  writeFileSync(join(tree, 'bin/node'), Buffer.alloc(100_000, 7), { mode: 0o755 })
  writeFileSync(join(tree, 'empty'), '')
  writeFileSync(join(tree, deep), 'export {}\n')
  return tree
}

const namesBelow = (folder: string): string[] => readdirSync(folder, { recursive: true }).map(String).toSorted()

test('unpacks what was packed, and tar can read it', async (t) => {
  const root = workFolder(t)
  const tree = makeTree(root)
  const file = join(root, 'A.BBF')
  await packArchive(tree, file, 3)
  await unpackArchive(file, join(root, 'out'), 1_000_000)
  assert.deepEqual(namesBelow(join(root, 'out')), namesBelow(tree))
  assert.equal(readFileSync(join(root, 'out', deep), 'utf8'), 'export {}\n')
  assert.deepEqual(readFileSync(join(root, 'out/bin/node')), readFileSync(join(tree, 'bin/node')))
  assert.equal(statSync(join(root, 'out/bin/node')).mode & 0o777, 0o755)
  assert.equal(statSync(join(root, 'out/empty')).mode & 0o777, 0o644)
  writeFileSync(join(root, 'plain.tar'), zstdDecompressSync(readFileSync(file)))
  const listed = execFileSync('tar', ['tf', join(root, 'plain.tar')], { encoding: 'utf8' })
    .trim()
    .split('\n')
  assert.deepEqual(listed.map((name) => name.replace(/\/$/, '')).toSorted(), namesBelow(tree))
})

test('an archive cut anywhere, or larger than it may be, is refused', async (t) => {
  const root = workFolder(t)
  const file = join(root, 'A.BBF')
  await packArchive(makeTree(root), file, 3)
  const bytes = readFileSync(file)
  for (const length of [0, 1, bytes.length >> 1, bytes.length - 1]) {
    writeFileSync(join(root, 'cut'), bytes.subarray(0, length))
    await assert.rejects(unpackArchive(join(root, 'cut'), join(root, `cut-${length}`), 1_000_000), ArchiveProblem)
  }
  await assert.rejects(unpackArchive(file, join(root, 'small'), 50_000), /larger than 50000 bytes/)
})

/** An archive that GNU tar made from these arguments. */
const foreign = (root: string, ...args: string[]): string => {
  const tar = execFileSync('tar', ['cf', '-', '--format=ustar', '-C', root, ...args])
  const file = join(root, 'foreign.BBF')
  writeFileSync(file, zstdCompressSync(tar))
  return file
}

for (const [what, make] of [
  ['a link', (root: string) => (symlinkSync('/etc/passwd', join(root, 'link')), foreign(root, 'link'))],
  ['a way out', (root: string) => (writeFileSync(join(root, 'a'), ''), foreign(root, '--transform=s,a,../a,', 'a'))],
  [
    'a whole path',
    (root: string) => (writeFileSync(join(root, 'a'), ''), foreign(root, '-P', '--transform=s,a,/tmp/a,', 'a')),
  ],
  ['a pipe', (root: string) => (execFileSync('mkfifo', [join(root, 'p')]), foreign(root, 'p'))],
  [
    'a name twice',
    (root: string) => (writeFileSync(join(root, 'a'), ''), foreign(root, 'a', '--hard-dereference', 'a')),
  ],
] as const) {
  test(`an archive with ${what} is refused`, async (t) => {
    const root = workFolder(t)
    const file = make(root)
    await assert.rejects(unpackArchive(file, join(root, 'out'), 1_000_000), ArchiveProblem)
  })
}

test('a link is not packed', async (t) => {
  const root = workFolder(t)
  const tree = makeTree(root)
  symlinkSync('empty', join(tree, 'link'))
  await assert.rejects(packArchive(tree, join(root, 'A.BBF'), 3), /link is neither a file nor a folder/)
})
