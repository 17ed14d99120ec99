import { openSql, type Sql } from '@busbar/database'
import { wrap } from '@busbar/database/testing'
import { type Clock, monotonicClock } from '@busbar/kit'
import { Dialer } from '../../../field/dialling/dialer.ts'
import { RawAllow } from '../../../field/dialling/raw-allow.ts'
import { Field } from '../../../field/field.ts'
import { netOf } from '../../../field/testing/test-field.ts'
import { CommandOutcomes } from '../command-outcomes.ts'
import { writeParam } from '../write-param.ts'
import { Writing } from '../writing.ts'

/** A node in a process of its own that writes one value, made to be killed while it does. */
const [connection = '', port = '', folder = '', ...ids] = process.argv.slice(2)
const [orgId = 0, netId = 0, paramId = 0, accountId = 0] = ids.map(Number)

const sql = openSql(JSON.parse(connection) as Sql['options'])
const clock = monotonicClock
const now = (): Date => new Date()
const dialer = new Dialer({ rawAllow: RawAllow.of('127.0.0.0/8:1-65535') })
const field = new Field({ clock, now, random: () => 0, dialer })
const connected = new Promise<void>((resolve) => {
  field.onConnection(({ isConnected }) => isConnected && resolve())
})
field.apply(netOf({ orgId, id: netId, ip: '127.0.0.1', port: Number(port) }))
field.start()
await connected
const writing = new Writing({ sql, clock })
writing.start()
const caller = { accountId, accountName: 'operator' }
const db = wrap(sql, new Promise(() => {}))
const log = { info: () => {}, error: () => {} }
/** A command waits for the database until this node is killed. */
const patientClock: Clock = { ...clock, after: (ms, act) => (ms < 1000 ? clock.after(ms, act) : () => {}) }
const outcomes = new CommandOutcomes({ db, clock: patientClock, now, log, folder })
await writeParam({ db, clock, field, writing, outcomes, caller, from: '127.0.0.1', now }, orgId, paramId, {
  by: 'write',
  value: '7',
})
