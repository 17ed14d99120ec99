import type { Queries } from '@busbar/database'
import { connectorKeyPlace, connectorPlace } from './connector-place.ts'
import { installationPlace } from './installation-key.ts'
import { gatewayPlace, netPlace } from './passwords.ts'
import { totpPlace } from './totp-place.ts'

/** A secret as it is stored, for which place, and how people know it. */
interface SealedSecret {
  row: number
  place: string
  sealed: Uint8Array
  shown: string
}

/** A secret that was stored before encryption existed. */
interface PlainSecret {
  row: number
  place: string
  plain: Uint8Array
}

/** A column of secrets. */
interface Column {
  /** Held against changes. */
  stored: (tx: Queries) => Promise<SealedSecret[]>
  plain: (tx: Queries) => Promise<PlainSecret[]>
  put: (tx: Queries, row: number, sealed: Uint8Array | null) => Promise<unknown>
}

const textOf = (passwords: readonly string[]): Buffer => Buffer.from(JSON.stringify(passwords))

const netPasswords: Column = {
  async stored(tx) {
    const rows = await tx<{ row: number; orgId: number; name: string; sealed: Buffer }[]>`
      select id as row, org_id as "orgId", name, sealed_passwords as sealed from net
      where sealed_passwords is not null order by id for update`
    return rows.map(({ row, orgId, name, sealed }) => ({
      row,
      sealed,
      place: netPlace(orgId, row),
      shown: `passwords of network ${row} (${name}) of organization ${orgId}`,
    }))
  },
  async plain(tx) {
    const rows = await tx<{ row: number; orgId: number; passwords: string[] }[]>`
      select id as row, org_id as "orgId", device_passwords as passwords from net
      where device_passwords <> '{}' order by id for update`
    return rows.map(({ row, orgId, passwords }) => ({ row, place: netPlace(orgId, row), plain: textOf(passwords) }))
  },
  put: (tx, row, sealed) =>
    tx`update net set sealed_passwords = ${sealed}::bytea, device_passwords = '{}' where id = ${row}`,
}

const gatewayPasswords: Column = {
  async stored(tx) {
    const rows = await tx<{ row: number; mac: string; sealed: Buffer }[]>`
      select id as row, mac::text as mac, sealed_passwords as sealed from gateway
      where sealed_passwords is not null order by id for update`
    return rows.map(({ row, mac, sealed }) => ({
      row,
      sealed,
      place: gatewayPlace(row),
      shown: `passwords of gateway ${mac}`,
    }))
  },
  async plain(tx) {
    const rows = await tx<{ row: number; passwords: string[] }[]>`
      select id as row, device_passwords as passwords from gateway where device_passwords <> '{}' order by id for update`
    return rows.map(({ row, passwords }) => ({ row, place: gatewayPlace(row), plain: textOf(passwords) }))
  },
  put: (tx, row, sealed) =>
    tx`update gateway set sealed_passwords = ${sealed}::bytea, device_passwords = '{}' where id = ${row}`,
}

const privateKey: Column = {
  async stored(tx) {
    const rows = await tx<{ sealed: Buffer }[]>`
      select sealed_private_key as sealed from installation where sealed_private_key is not null for update`
    const shown = 'the key by which gateways know this installation, and which signs webhooks'
    return rows.map(({ sealed }) => ({ row: 0, place: installationPlace, sealed, shown }))
  },
  async plain(tx) {
    const rows = await tx<{ plain: Buffer }[]>`
      select private_key as plain from installation where private_key is not null for update`
    return rows.map(({ plain }) => ({ row: 0, place: installationPlace, plain }))
  },
  // Without it there is no installation: the next start makes another.
  put: (tx, _row, sealed) =>
    sealed === null
      ? tx`delete from installation`
      : tx`update installation set sealed_private_key = ${sealed}::bytea, private_key = null`,
}

/** Encryption context of a stored setting. */
export const settingPlace = (name: string): string => `installation_setting.${name}`

const storedSettings: Column = {
  async stored(tx) {
    const rows = await tx<{ row: number; name: string; sealed: Buffer }[]>`
      select id as row, name, sealed from installation_setting where sealed is not null order by id for update`
    return rows.map(({ row, name, sealed }) => ({
      row,
      sealed,
      place: settingPlace(name),
      shown: `the setting ${name} of the installation`,
    }))
  },
  plain: () => Promise.resolve([]),
  put: (tx, row, sealed) =>
    sealed === null
      ? tx`delete from installation_setting where id = ${row}`
      : tx`update installation_setting set sealed = ${sealed}::bytea where id = ${row}`,
}

const totpSecrets: Column = {
  async stored(tx) {
    const rows = await tx<{ row: number; email: string | null; sealed: Buffer }[]>`
      select t.account_id as row, a.email, t.sealed_secret as sealed from totp t join account a on a.id = t.account_id
      order by t.account_id for update of t`
    return rows.map(({ row, email, sealed }) => ({
      row,
      sealed,
      place: totpPlace(row),
      shown: `second factor of ${email ?? `account ${row}`}`,
    }))
  },
  plain: () => Promise.resolve([]),
  // Without it the person signs in by the password alone, and can set up another.
  put: (tx, row, sealed) =>
    sealed === null
      ? tx`delete from totp where account_id = ${row}`
      : tx`update totp set sealed_secret = ${sealed}::bytea where account_id = ${row}`,
}

/** A secret that a connector signs in with. */
const ofConnector = (
  column: 'sealed_password' | 'sealed_client_key',
  place: (orgId: number, connectorId: number) => string,
  what: string,
): Column => ({
  async stored(tx) {
    const rows = await tx<{ row: number; orgId: number; name: string; sealed: Buffer }[]>`
      select id as row, org_id as "orgId", name, ${tx(column)} as sealed from connector
      where ${tx(column)} is not null order by id for update`
    return rows.map(({ row, orgId, name, sealed }) => ({
      row,
      sealed,
      place: place(orgId, row),
      shown: `${what} of connector ${row} (${name}) of organization ${orgId}`,
    }))
  },
  plain: () => Promise.resolve([]),
  put: (tx, row, sealed) => tx`update connector set ${tx(column)} = ${sealed}::bytea where id = ${row}`,
})

const connectorPasswords = ofConnector('sealed_password', connectorPlace, 'password')
const connectorKeys = ofConnector('sealed_client_key', connectorKeyPlace, 'client key')

/** Every column that holds secrets, in the order in which their rows are taken. */
export const columns: readonly Column[] = [
  netPasswords,
  gatewayPasswords,
  storedSettings,
  privateKey,
  totpSecrets,
  connectorPasswords,
  connectorKeys,
]

/**
 * No secret changes before the transaction ends. What stores one has locked its row before it asks for the key, so these come first
 * here, too.
 */
export const lockColumns = async (tx: Queries): Promise<void> => {
  await tx`lock table net, gateway, installation_setting, installation, totp, connector in exclusive mode`
  await tx`select from sealing_key for update`
}
