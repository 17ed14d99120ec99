import { once } from 'node:events'
import { createLog } from '@busbar/kit/log'
import { readSettings } from '../../../settings/env.ts'
import { startCloud } from '../../../start/start.ts'

/** The service in a process of its own, which a signal ends as it does the program. */
const [data = ''] = process.argv.slice(2)
const terminated = once(process, 'SIGTERM')
const settings = readSettings({ http: '127.0.0.1:0', callback: 'off', data }, {})
const cloud = await startCloud(settings, createLog('error'))
console.log(JSON.stringify({ url: cloud.url, setupCode: cloud.setupCode }))
await terminated
await cloud.stop()
