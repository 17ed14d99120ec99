export { type DialOptions, dial, dialStream } from './dial.ts'
export { type Listener, type ListenOptions, listen } from './listen.ts'
export { connectTimeout } from './socket-stream.ts'
