import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startCloud } from '@busbar/cloud'
import { readSettings } from '@busbar/cloud/env'
import { layReadyCluster } from '@busbar/database/testing'
import { Plant, serveTcp } from '@busbar/simulator'
import { apiOf, expectOk } from '../api.ts'
import { signInOwner } from '../owner.ts'
import { libraryPlant } from '../plant.ts'
import { demoSecrets } from '../secrets.ts'
import { startLibrary } from './start.ts'

/** The units of a single device type suffice for the test. */
const sites = libraryPlant().sites.filter(({ id }) => id === 'library-generators')
const count = sites.reduce((sum, { devices }) => sum + devices.length, 0)

test('the device library is made once, and taken up where a start was cut short', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-library-'))
  const served = await serveTcp(new Plant({ ...libraryPlant(), sites }), { port: 0 })
  const settings = { data: folder, http: '127.0.0.1:0', callback: 'off', 'log-level': 'error' }
  const rawAllow = served.sites.map(({ port }) => `127.0.0.0/8:${port}`).join()
  layReadyCluster(folder)
  const cloud = await startCloud(readSettings({ ...settings, 'raw-allow': rawAllow }, {}))
  t.after(async () => {
    await cloud.stop()
    await served.close()
    rmSync(folder, { recursive: true })
  })
  const { api, signIn } = apiOf(cloud)
  signIn(await signInOwner(api, cloud, demoSecrets(folder)))
  const announcements: string[] = []
  const start = () => startLibrary({ cloud, folder, sites: served.sites, announce: (what) => announcements.push(what) })

  const cut = start()
  await cut.stop()
  const complete = start()
  await complete.done
  assert.match(announcements.at(-1) ?? '', new RegExp(`^The device library is there: ${count} families`))

  const orgs = expectOk(await api.sessions.userOrgs())
  assert.equal(orgs.length, 2)
  const orgId = orgs[1]?.orgId ?? 0
  const look = async () => {
    const nets = expectOk(await api.nets.list({ orgId }))
    const devices = await Promise.all(nets.map(async ({ id: netId }) => expectOk(await api.nets.devices({ netId }))))
    const trees = expectOk(await api.trees.list({ orgId }))
    return {
      devices: devices.flat().map(({ name }) => name),
      boards: expectOk(await api.boards.list({ orgId })).map(({ name, widgetCount }) => (widgetCount > 2 ? name : '')),
      pictures: expectOk(await api.visualizations.list({ orgId })).map(({ name }) => name),
      alerts: expectOk(await api.alerts.list({ orgId })).map(({ name }) => name),
      sensors: (
        await Promise.all(trees.map(async ({ id: treeId }) => expectOk(await api.trees.get({ treeId })).sensors))
      )
        .flat()
        .map(({ name, paramId }) => `${name} ${paramId}`),
    }
  }
  const made = await look()
  assert.equal(made.devices.length, count)
  assert.deepEqual(made.boards.toSorted(), made.devices.toSorted())
  assert.deepEqual(made.pictures.toSorted(), made.devices.toSorted())
  assert.ok(made.alerts.length > count && made.sensors.length >= 5)
  for (const names of Object.values(made)) assert.equal(new Set(names).size, names.length)

  const announcedBefore = announcements.length
  await start().done
  assert.equal(announcements.length, announcedBefore, 'nothing is left to do')
  assert.deepEqual(await look(), made)
})
