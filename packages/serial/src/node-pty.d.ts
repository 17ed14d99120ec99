/** The part of node-pty under its terminals, which asks for a process or reads both ends. */
declare module '@lydell/node-pty/requireBinary.js' {
  interface Native {
    /** openpty(3): the descriptors of both ends, neither blocking, and the path of the slave. */
    open(columns: number, rows: number): { master: number; slave: number; pty: string }
  }
  export function requireBinary(file: 'pty.node'): Native
}
