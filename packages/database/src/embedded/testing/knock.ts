import { spawnSync } from 'node:child_process'

/** Sends a startup message as the superuser and returns the response. */
const program = `
  const body = Buffer.from('\\0\\x03\\0\\0user\\0busbar\\0database\\0postgres\\0\\0', 'latin1')
  const head = Buffer.alloc(4)
  head.writeUInt32BE(body.length + 4)
  const socket = require('node:net').connect(process.argv[1], () => socket.write(Buffer.concat([head, body])))
  socket.on('error', ({ code }) => console.log(code))
  socket.once('data', (answer) => {
    console.log(answer[0] === 0x52 ? 'let in' : /C([0-9A-Z]{5})/.exec(answer.toString('latin1'))[1])
    socket.destroy()
  })`

/** Result for another user of this machine: `let in`, PostgreSQL's error (28000), or the system's error. */
export const knock = (socket: string, uid: number): string => {
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', program, socket], {
    uid,
    gid: uid,
    encoding: 'utf8',
    cwd: '/',
  })
  return stdout.trim() || stderr
}
