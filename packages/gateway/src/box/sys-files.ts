import { readdirSync, readFileSync } from 'node:fs'

/** Returns the text of a system file, such as one below `/sys`; undefined when it does not exist. */
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
