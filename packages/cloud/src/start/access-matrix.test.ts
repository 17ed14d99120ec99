import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Role, roles } from '../accounts/access/roles.ts'
import type { Answer, TestApi } from '../testing/api.ts'
import { makeBelongings } from '../testing/belongings.ts'
import { type Ids, operations, requestOf } from '../testing/requests.ts'
import { shareApi } from '../testing/shared-api.ts'

const codeOf = (body: unknown): string => (body as { errorCode?: string } | null)?.errorCode ?? ''
/** Ids that do not exist. */
const noId = 987_654_321
const noUuid = '98765432-1987-4321-8987-654321987654'
/** An answer, with ids in it masked: what belongs to others looks as if it were not there. */
const seen = ({ status, body }: Answer, ids: Ids): unknown => {
  const strings = Object.values(ids).map(String)
  const text = JSON.stringify(body)
  return [status, strings.reduce((masked, id) => masked.replaceAll(new RegExp(`\\b${id}\\b`, 'g'), '?'), text)]
}
const ends = /delete|remove|revoke/i
/** Slots meant for another organization's objects: that an organization of this number exists is no secret. */
const othersSlots: Readonly<Record<string, keyof Ids>> = { 'shares.change': 'orgId' }

/** Status for the lowest permitted role where it is not 200: something else is missing, or the response never ends. */
const otherwise: Readonly<Record<string, number | null>> = {
  'aside.acceptClock': 401,
  'connectCodes.create': 404,
  'connectCodes.delete': 404,
  'shares.change': 404,
  // The network of the belongings is dialled.
  'gateways.get': 404,
  'gateways.ask': 404,
  'gateways.update': 404,
  // Its device is one of a network.
  'computed.createParams': 400,
  'cards.devicePhoto': 404,
  'cards.netPhoto': 404,
  'scan.start': 401,
  'scan.startRanges': 401,
  'scan.readRegisters': 401,
  'scan.identify': 401,
  'sessions.logout': null,
  'sessions.changePassword': null,
  'profile.endSession': 404,
  'secondFactor.begin': 401,
  'secondFactor.confirm': 404,
  'secondFactor.renewRecoveryCodes': 401,
  'secondFactor.remove': 401,
  'passkeys.begin': 401,
  'passkeys.create': 400,
  'passkeys.delete': 404,
  'oidc.beginConnecting': 404,
  'oidc.disconnect': 404,
  'codes.activationCode': 404,
  'codes.connectCode': 404,
  'live.events': null,
  'diagnosis.exchanges': null,
  'counters.accept': 404,
  'orgs.create': 401,
  'templates.idBySku': 404,
  'templates.change': 401,
  'templates.delete': 401,
  'params.idByReference': 404,
  'raw.checkDeviceRead': 404,
  // The object is in use by another one.
  'contacts.delete': 400,
  'contactGroups.delete': 400,
  'push.test': 404,
  // The picture of the belongings has no control.
  'visualizations.control': 404,
  // For the person whom the contact stands for, and for managers.
  'contactProofs.sendCode': 401,
  'contactProofs.prove': 401,
  'contactProofs.test': 401,
  // The service of tests sends no mails.
  'reportMails.sendNow': 400,
  'push.unsubscribe': 404,
  'scan.progress': 404,
  'scan.rangesProgress': 404,
  'templateUse.revision': 404,
  'scan.cancel': 404,
  'alerts.testAction': null,
  'notifications.dismiss': 404,
  'installation.nodes': 401,
  'installation.drainNode': 401,
  'installation.health': 401,
  'installation.settings': 401,
  'installation.signIn': 401,
  'installation.changeSetting': 401,
  'installation.testMessage': 401,
  'installation.backups': 401,
  'installation.makeBackup': 401,
  'installation.checkBackup': 401,
  'installation.changelog': 401,
  'installation.notices': 401,
  'installation.sample': 401,
  'installation.addSample': 401,
  'installation.removeSample': 401,
  'installation.createNotice': 401,
  'installation.deleteNotice': 401,
  // Not for who has a session.
  'shared.open': 401,
  'shared.get': 401,
}

describe('every operation', () => {
  let api: TestApi
  let own: Ids
  let foreign: Ids
  let nothing: Ids
  shareApi(async (started) => {
    api = started
    own = await makeBelongings(api, 'owner')
    foreign = await makeBelongings(api, 'stranger')
    const none = Object.entries(own).map(([slot, id]) => [slot, typeof id === 'number' ? noId : noUuid])
    nothing = Object.fromEntries(none) as Ids
  })

  for (const operation of operations) {
    const { name, method, access } = operation
    const ask = (as: Parameters<TestApi['call']>[0], ids: Ids) => {
      const { path, body } = requestOf(operation, ids)
      return api.call(as, method, path, body)
    }

    const refusesNobody = async (): Promise<void> => {
      const { status, body } = await ask(null, own)
      assert.deepEqual([status, codeOf(body)], [401, 'NoAuthTokenProvided'])
    }

    const refusesLesserRoles = async (needed: Role, object: string): Promise<void> => {
      for (const role of roles.slice(0, roles.indexOf(needed))) {
        const answer = await ask(role, own)
        // Listed objects of other organizations may be left out of the response.
        if (object === 'listed' && answer.status === 200) {
          assert.deepEqual(seen(answer, own), seen(await ask(role, nothing), nothing), role)
        } else assert.deepEqual([role, answer.status, codeOf(answer.body)], [role, 401, 'NotAuthorized'])
      }
    }

    const hidesWhatIsOthers = async (): Promise<void> => {
      const plain = JSON.stringify(requestOf(operation, own))
      for (const slot of Object.keys(own) as (keyof Ids)[]) {
        if (othersSlots[name] === slot) continue
        const mixed = { ...own, [slot]: foreign[slot] }
        if (JSON.stringify(requestOf(operation, mixed)) === plain) continue
        const none = { ...own, [slot]: nothing[slot] }
        assert.deepEqual(seen(await ask('owner', mixed), mixed), seen(await ask('owner', none), none), slot)
      }
    }

    const letsIn = async (role: Role): Promise<void> => {
      const expected = otherwise[name] === undefined ? 200 : otherwise[name]
      if (expected === null) return
      const ids = ends.test(name) ? await makeBelongings(api, 'owner') : own
      const { status, body } = await ask(role, ids)
      assert.equal(status, expected, JSON.stringify(body))
    }

    if (access === 'open') continue
    test(name, async () => {
      await refusesNobody()
      if ('object' in operation) await refusesLesserRoles(operation.access, operation.object)
      await hidesWhatIsOthers()
      await letsIn('object' in operation ? operation.access : 'viewer')
    })
  }
})
