import { lstatSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs'

/** Makes a symbolic link, in place of an older link of that name. The answer removes it, if it is still ours. */
export function makeLink(path: string, target: string): () => void {
  if (pointsTo(path) !== undefined) unlinkSync(path)
  symlinkSync(target, path)
  return () => {
    if (pointsTo(path) === target) unlinkSync(path)
  }
}

function pointsTo(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (!found.isSymbolicLink())
    throw new Error(`${path} is there already and is no link; choose another name or remove it`)
  return readlinkSync(path)
}
