import { type ServedFiles, serveFiles } from './serve-files.ts'
import { showPushes } from './show-pushed.ts'
import type { WorkerScope } from './worker-scope.ts'

/** Written here by the build. */
declare const servedFiles: ServedFiles

/** The console's service worker: opens it without a network, and shows what is pushed. */
const scope = self as unknown as WorkerScope
serveFiles(scope, servedFiles)
showPushes(scope)
