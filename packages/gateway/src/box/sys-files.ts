import { readdirSync, readFileSync } from 'node:fs'

/** What the system shows of itself in files, as below `/sys`; nothing where there is no such file. */
export const textIn = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}

export const numberIn = (path: string): number | undefined => {
  const text = textIn(path)
  return text !== undefined && /^-?\d+$/.test(text) ? Number(text) : undefined
}

export const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}
