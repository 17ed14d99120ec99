import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type Plugin, build as viteBuild } from 'vite'
import { root } from './root.ts'

/** Fonts are kept when they are first used: no page needs those of all scripts. */
const shell = '{index.html,manifest.webmanifest,icon.svg,icon-192.png,assets/*.js,assets/*.css}'

/** The files of a build that the service worker keeps, with a name for just these. */
const servedFilesOf = (folder: string): { version: string; files: string[] } => {
  const names = globSync(shell, { cwd: folder }).toSorted()
  const hash = createHash('sha256')
  for (const name of names) hash.update(`${name}\n`).update(readFileSync(join(folder, name)))
  return { version: hash.digest('hex').slice(0, 16), files: names.map((name) => `/${name.replaceAll(sep, '/')}`) }
}

/** Builds the service worker beside a console that is built: one file, whose name stays. */
export const buildWorker = async (folder: string, plugins: readonly Plugin[]): Promise<void> => {
  await viteBuild({
    root,
    configFile: false,
    mode: 'production',
    logLevel: 'warn',
    publicDir: false,
    plugins: [...plugins],
    define: { servedFiles: JSON.stringify(servedFilesOf(folder)) },
    build: {
      target: 'es2024',
      outDir: folder,
      emptyOutDir: false,
      reportCompressedSize: false,
      lib: {
        entry: join(root, 'src/shell/worker/worker.ts'),
        formats: ['iife'],
        name: 'worker',
        fileName: () => 'sw.js',
      },
    },
  })
}
