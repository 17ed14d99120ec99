import { existsSync } from 'node:fs'
import { join } from 'node:path'

interface Pages {
  /** Where they are built into. */
  folder: string
  /** Whether a folder has a build of the sources as they are now. */
  isFresh: (folder: string) => boolean
  /** Loaded only to build: it and the tools that it uses are not there in production. */
  loadBuilder: () => Promise<{ build: (folder: string) => Promise<void> }>
}

/**
 * The folder with built pages. They are built when the sources are others than those of the last build, which takes seconds; where
 * the builder is not installed, as in production, what is there is used. Null when there is nothing.
 */
export const builtFolder = async (
  { folder, isFresh, loadBuilder }: Pages,
  isBuilderThere: boolean = isInstalled('vite'),
): Promise<string | null> => {
  if (isFresh(folder)) return folder
  if (!isBuilderThere) return existsSync(join(folder, 'index.html')) ? folder : null
  const { build } = await loadBuilder()
  await build(folder)
  return folder
}

const isInstalled = (name: string): boolean => {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}
