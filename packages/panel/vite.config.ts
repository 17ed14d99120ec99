/** For `vite` itself, as the dev server; the build takes the same from `src/build/config.ts`. */
export { config as default } from './src/build/config.ts'
