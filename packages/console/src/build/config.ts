import { compiledMessages } from '@busbar/ui/catalogue'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'
import { groups, preloadSignIn, textFiles } from './chunks.ts'
import { contractsForCallers } from './contract-for-callers.ts'
import { root } from './root.ts'

/** Which service the dev server speaks to. */
const cloudUrl = process.env['CLOUD_URL'] ?? 'http://127.0.0.1:8080'

export const config: UserConfig = {
  root,
  logLevel: 'warn',
  plugins: [compiledMessages, contractsForCallers, react(), tailwind(), preloadSignIn, textFiles],
  // The contract's rules know hosts by Node's own function.
  resolve: { alias: { 'node:net': `${root}src/data/api/node-net.ts` } },
  server: { proxy: { '/api': cloudUrl } },
  build: {
    target: 'es2024',
    modulePreload: { polyfill: false },
    // Assets are never inlined: the content security policy allows files only.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // Only the used icons of two thousand are parsed.
      experimental: { lazyBarrel: true },
      treeshake: { manualPureFunctions: ['z'], propertyReadSideEffects: false },
      onwarn: (warning, warn) => (isKnown(warning.message) ? undefined : warn(warning)),
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: groups() } },
    },
  },
}

/** The protocol package has a clock for tests, of which nothing is left in the output. */
const isKnown = (message = ''): boolean => message.includes('"node:timers/promises" has been externalized')
