import { randomUUID } from 'node:crypto'
import { addressForm, parseAddress } from '@busbar/alerts/channels'
import { Refusal } from '@busbar/wire/server'
import { tooManyRequests } from '../../accounts/access/too-many-requests.ts'
import { type DomainHandlers, type Handlers, withNeeds } from '../../accounts/call.ts'
import { orgNames } from '../../accounts/oidc/oidc.sql.ts'
import type { OperationNeeds } from '../needs.ts'
import { needAdmin, recordAdminAction } from './administered.ts'
import type { installation } from './installation.contract.ts'
import { countPushDevices, deleteNotice, insertNotice, noticesOf } from './installation.sql.ts'
import { Installation } from './installation.ts'
import { nodeHandlers } from './nodes.http.ts'
import { addSample, removeSample } from './sample.http.ts'
import { sampleOrg } from './sample.sql.ts'

const noticesMax = 100

const installationHandlers: Handlers<typeof installation, OperationNeeds> = {
  ...nodeHandlers,

  health: async (call) => {
    await needAdmin(call)
    const { installation: installed, db, version } = call
    const { startedOn, messages, ...work } = await installed.work()
    const { databaseBytes, disk, growth } = await installed.disk()
    return {
      version,
      startedOn: startedOn.toISOString(),
      ...work,
      messages: { oldestSec: Math.round(messages.oldestMs / 1000), undelivered: messages.undelivered },
      disk: {
        databaseBytes,
        usedBytes: disk?.usedBytes ?? null,
        totalBytes: disk?.totalBytes ?? null,
        bytesPerDay: growth && Math.round(growth.bytesPerDay),
        daysLookedAt: growth?.days ?? 0,
        fullInDays: growth?.fullInDays ?? null,
      },
      pushDevices: await countPushDevices(db.sql),
      certificates: (await installed.certificates()).map((one) =>
        'problem' in one
          ? { ...one, subject: null, issuer: null, validFrom: null, validTill: null }
          : { ...one, validFrom: one.validFrom.toISOString(), validTill: one.validTill.toISOString(), problem: null },
      ),
    }
  },

  settings: async (call) => {
    await needAdmin(call)
    return call.installation.settings
      .shown()
      .map(({ changed, ...one }) => ({ ...one, changed: changed && { by: changed.by, on: changed.on.toISOString() } }))
  },

  signIn: async (call) => {
    await needAdmin(call)
    const { db, oidc } = call
    const orgIds = oidc.providers.flatMap(({ settings }) => settings.map.map(({ orgId }) => orgId))
    const names = new Map((await orgNames(db.sql, orgIds)).map(({ orgId, name }) => [orgId, name]))
    return {
      redirectUri: oidc.redirectUri,
      providers: oidc.providers.map(({ settings: { clientSecret, map, ...shown }, problem }) => ({
        ...shown,
        hasSecret: clientSecret !== undefined,
        rules: map.map((rule) => ({ ...rule, orgName: names.get(rule.orgId) ?? null })),
        problem,
      })),
    }
  },

  changeSetting: async (call, { name, value }) => {
    await needAdmin(call)
    const problem = await call.installation.settings.put(name, value, call.caller.accountName)
    if (problem !== null) throw new Refusal('IncorrectRequest', `body.value: ${problem}`)
    await recordAdminAction(call, 'installation.setting', { name, isSet: value !== null })
    return {}
  },

  testMessage: async (call, { type, recipient }) => {
    await needAdmin(call)
    const address = parseAddress(type, recipient)
    if (address === null) throw new Refusal('IncorrectRequest', `body.recipient: ${addressForm(type)}`)
    const waitMs = call.installation.takeTest()
    if (waitMs > 0) throw tooManyRequests(waitMs, `At most ${Installation.testsPerMinute} tests a minute are sent`)
    const outcome = await call.installation.sendTest(type, address)
    await recordAdminAction(call, 'installation.test-message', { type, isSent: 'ok' in outcome })
    return 'ok' in outcome ? { status: 'ok' } : { status: 'error', errorMessage: outcome.err }
  },

  backups: async (call) => {
    await needAdmin(call)
    const { backups } = call.installation
    const status = backups?.status()
    const files = (await backups?.files.list()) ?? []
    return {
      isOn: backups !== null,
      everyMinutes: status === undefined ? null : Math.round(status.everyMs / 60_000),
      keep: status?.keep ?? null,
      isRunning: status?.isRunning ?? false,
      checking: backups?.files.checking ?? null,
      failing: status?.failing ?? null,
      files: files.map(({ name, madeOn, bytes, checked }) => ({
        name,
        madeOn: madeOn.toISOString(),
        bytes,
        checkedOn: checked?.on.toISOString() ?? null,
        rows: checked?.rows ?? null,
        problem: checked?.problem ?? null,
      })),
    }
  },

  makeBackup: async (call) => {
    await needAdmin(call)
    const { backups } = call.installation
    if (backups === null)
      throw new Refusal('IncorrectRequest', 'No folder for backups is set: start with --backup-folder.')
    void backups.makeNow()
    await recordAdminAction(call, 'installation.backup', {})
    return {}
  },

  checkBackup: async (call, { name }) => {
    await needAdmin(call)
    const { backups } = call.installation
    if (backups?.files.checking != null) throw new Refusal('IncorrectRequest', 'Another backup is being read.')
    if (backups === null || !(await backups.files.check(name))) throw new Refusal('ObjectNotFound')
    return {}
  },

  changelog: async (call) => {
    await needAdmin(call)
    return { version: call.version, sections: await call.installation.changelog() }
  },

  sample: async (call) => {
    await needAdmin(call)
    return { isAvailable: call.installation.sample.isAvailable, orgId: await sampleOrg(call.db.sql) }
  },

  addSample: async (call) => {
    await needAdmin(call)
    const orgId = await addSample(call)
    await recordAdminAction(call, 'installation.sample', { orgId })
    return { orgId }
  },

  removeSample: async (call) => {
    await needAdmin(call)
    await removeSample(call)
    await recordAdminAction(call, 'installation.sample-remove', {})
    return {}
  },

  notices: async (call) => {
    await needAdmin(call)
    const rows = await noticesOf(call.db.sql)
    return rows.map(({ createdOn, ...one }) => ({ ...one, createdOn: createdOn.toISOString() }))
  },

  createNotice: async (call, { texts }) => {
    await needAdmin(call)
    const { sql } = call.db
    if ((await noticesOf(sql)).length >= noticesMax)
      throw new Refusal('IncorrectRequest', `There are ${noticesMax} messages already.`)
    const id = randomUUID()
    await insertNotice(sql, id, texts, call.now())
    await recordAdminAction(call, 'installation.notice', { id, texts })
    return { id }
  },

  deleteNotice: async (call, { noticeId }) => {
    await needAdmin(call)
    if (!(await deleteNotice(call.db.sql, noticeId))) throw new Refusal('ObjectNotFound')
    await recordAdminAction(call, 'installation.notice-delete', { id: noticeId })
    return {}
  },
}

interface OperationContract {
  installation: typeof installation
}

/** Handlers of all endpoints for the installation. */
export const operationHandlers = (needs: OperationNeeds): DomainHandlers<OperationContract> =>
  withNeeds<OperationContract, OperationNeeds>({ installation: installationHandlers }, needs)
