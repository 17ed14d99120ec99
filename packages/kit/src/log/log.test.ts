import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createLog } from './log.ts'

const logged = (act: (log: ReturnType<typeof createLog>) => void): string => {
  const lines: string[] = []
  act(createLog('debug', { write: (line) => lines.push(line) }))
  return lines.join('')
}

test('secrets do not come through, whichever way they are logged', () => {
  const token = randomUUID()
  const password = 'correct horse battery'
  const row = Object.assign(new Error(`no session ${token}`, { cause: new Error('inner') }), {
    code: '23505',
    detail: `Failing row contains (1, ${password}).`,
    parameters: [password],
  })
  const text = logged((log) => {
    log.error({ err: row, method: 'POST', url: `/api/v1/connect-code/${password}/?token=${token}` }, 'request failed')
    log.error({ headers: { authorization: password }, body: { password, newPassword: password } }, `about ${token}`)
    log.info({ password, token: password, code: password, deep: { in: { password } } }, 'start')
  })
  assert.ok(!text.includes(password) && !text.includes('correct'))
  assert.ok(!text.includes(token))
  assert.ok(text.includes(`${token.slice(0, 4)}...`))
})

test('an error is one line, with what is needed to find it', () => {
  const text = logged((log) =>
    log.error({ err: new TypeError('broken'), method: 'GET', url: '/x?y' }, 'request failed'),
  )
  assert.match(
    text,
    /^\{"level":"error","time":"\d{4}-\d\d-\d\dT[^"]+Z","err":\{"name":"TypeError","message":"broken",.*\}\n$/,
  )
  assert.match(text, /"stack":"[^"]*log\.test\.ts[^"]*"\},"method":"GET","url":"\/x","msg":"request failed"/)
})
