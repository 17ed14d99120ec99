import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { noOtherKit } from '@busbar/ui/builder'
import { compiledMessages } from '@busbar/ui/catalogue'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'
import { lineFamilies } from './line-families.ts'
import { root } from './root.ts'

/** The gateway that the dev server speaks to. */
const gatewayUrl = process.env['GATEWAY_URL'] ?? 'http://127.0.0.1:8081'

/** Browsers of 2021: a phone that lies in a van is not new. Colours for light and dark are written out for them. */
const browsers = ['chrome94', 'firefox93', 'safari15.4']

/** Those of the guide: one text for both. */
const taskExamples = (): Record<string, string> => {
  const folder = join(root, '../../docs/examples/tasks')
  const names = globSync('*.TSK', { cwd: folder })
  return Object.fromEntries(names.map((name) => [basename(name, '.TSK'), readFileSync(join(folder, name), 'utf8')]))
}

export const config: UserConfig = {
  root,
  logLevel: 'warn',
  plugins: [compiledMessages, react(), noOtherKit],
  define: { taskExamples: JSON.stringify(taskExamples()), lineFamilies: JSON.stringify(lineFamilies()) },
  server: { proxy: { '/api': gatewayUrl, '/card': gatewayUrl } },
  build: {
    target: browsers,
    cssTarget: browsers,
    modulePreload: { polyfill: false },
    // Nothing is put into the page as data: the policy that it is served with allows only files.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
}
