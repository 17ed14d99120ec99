import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { freePort } from '@busbar/kit/testing'
import { testFolder } from '../../testing/folder.ts'
import { startProgram, type TestProgram } from '../../testing/program.ts'
import { fwd as fwdSetting, rmSrv as rmSrvSetting } from '../keys/field-links.ts'

const off = {
  atm: false,
  system: false,
  lwip: false,
  forwarding: false,
  wireguard: false,
  tasks: false,
  api: false,
  restarts: false,
}

/** Returns the lines of a card file after some time with this flag, as words after the time. */
const linesWith = async (
  t: TestContext,
  flag: keyof typeof off,
  act: (program: TestProgram, card: string) => Promise<void>,
  file = 'SYSTEM',
): Promise<string[]> => {
  const card = testFolder(t)
  const path = join(card, 'LOGS', `${file}.LOG`)
  const program = await startProgram(t, { dial: () => Promise.reject(new Error('nobody there')) }, { card })
  await program.set({ logFlags: off })
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  await act(program, card)
  await program.set({ language: 'en' })
  assert.equal(existsSync(path) ? readFileSync(path, 'utf8') : '', before, 'nothing without the flag')
  await program.set({ logFlags: { ...off, [flag]: true } })
  await act(program, card)
  await program.set({ logFlags: off })
  const text = readFileSync(path, 'utf8').slice(before.length)
  return text.split('\r\n').map((line) => line.slice(24))
}

const nothing = async (): Promise<void> => {}

test('language: files of the card begin in it', async (t) => {
  const heads: string[] = []
  for (const language of ['ua', 'en', 'xx']) {
    const card = testFolder(t)
    const program = await startProgram(t, {}, { card })
    await program.set({ language })
    // The one before was begun in English.
    for (const name of readdirSync(join(card, 'LOGS'))) rmSync(join(card, 'LOGS', name))
    await program.set({ language })
    heads.push(readFileSync(join(card, 'LOGS/RESTARTS.LOG'), 'utf8').split('\r\n')[0] ?? '')
  }
  assert.match(heads[0] ?? '', /^# Шлюз Busbar .*: журнал перезапусків; місцевий час/)
  for (const head of heads.slice(1)) assert.match(head, /^# Busbar gateway .*: log of restarts; local time/)
})

test('logFlags.system: what the gateway itself tells', async (t) => {
  const wrongLogin = async (program: TestProgram): Promise<void> => {
    await program.enter('wrong').catch(() => undefined)
  }
  const lines = await linesWith(t, 'system', wrongLogin)
  assert.ok(
    lines.some((line) => /^system warn .*login/.test(line)),
    lines.join('\n'),
  )
})

test('logFlags.atm: what the modem tells, or that there is none', async (t) => {
  const lines = await linesWith(t, 'atm', nothing, 'ATM')
  assert.ok(
    lines.some((line) => line.startsWith('atm info there is no modem')),
    lines.join('\n'),
  )
})

test('logFlags.lwip: what the network tells', async (t) => {
  const [unused] = rmSrvSetting.initial
  const used = { ...unused, ip: '10.0.0.9', connPort: 9, connMode: 1, uidRange: '50', delayForConnSec: 1 }
  const lines = await linesWith(t, 'lwip', async (program) => {
    await program.set({ rmSrv: [used, unused, unused] })
    await program.clock.advanceAsync(5000)
  })
  assert.ok(
    lines.some((line) => line.startsWith('lwip warn remote server cannot be reached')),
    lines.join('\n'),
  )
})

test('logFlags.wireguard: what the tunnels tell', async (t) => {
  const hosts = ['127.0.0.1', '127.0.0.2']
  const lines = await linesWith(t, 'wireguard', async (program) => {
    await program.set({ wgCloud: { hostname: hosts.pop() ?? '', connMode: 1 } })
  })
  assert.ok(
    lines.some((line) => line.startsWith('wireguard warn vpn is off: this box has no network helper')),
    lines.join('\n'),
  )
})

test('logFlags.forwarding: what forwarding tells', async (t) => {
  const [unused] = fwdSetting.initial
  const used = { ...unused, listenPort: await freePort(), serverAddr: '127.0.0.9', serverPort: 9 }
  const lines = await linesWith(t, 'forwarding', (program) => program.set({ fwd: [used, unused, unused, unused] }))
  assert.ok(
    lines.some((line) => line.startsWith('forwarding info forwarding started')),
    lines.join('\n'),
  )
})

test('logFlags.tasks: what tasks tell', async (t) => {
  const lines = await linesWith(t, 'tasks', async (program, card) => {
    mkdirSync(join(card, 'TASKS'), { recursive: true })
    writeFileSync(join(card, 'TASKS', 'BAD.TSK'), 'TASK 1 PERIOD 500\nRUN\n')
    await program.set({ language: 'en' })
  })
  assert.ok(
    lines.some((line) => line.startsWith('tasks warn task file skipped {"errorFile":"BAD.TSK"')),
    lines.join('\n'),
  )
})

test('logFlags.api: every answer of the local API', async (t) => {
  const lines = await linesWith(t, 'api', async (program) => {
    await program.admin().get('settings/saved/get/')
  })
  assert.ok(
    lines.some((line) => /^api info GET 200 .*"access":2,"url":"\/api\/settings\/saved\/get\/"/.test(line)),
    lines.join('\n'),
  )
})

test('logFlags.restarts: each start with its cause, and each stop', async (t) => {
  const lines = await linesWith(t, 'restarts', nothing, 'RESTARTS')
  assert.match(lines[0] ?? '', /^restarts info started: RST_CAUSE_SW, version /)
  assert.equal(lines[1], 'restarts info stopped')
})
