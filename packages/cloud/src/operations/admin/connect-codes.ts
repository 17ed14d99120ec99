import { randomBytes } from 'node:crypto'
import { newPassword } from '../../accounts/access/secrets.ts'
import {
  connectCodes,
  describeGateway,
  dropConnectCode,
  putConnectCode,
} from '../../devices/codes/connect-codes.sql.ts'
import { macOf } from '../../devices/nets/nets.rules.ts'
import { type Admin, AdminProblem } from './admin.ts'

const dayMs = 86_400_000

/** For any gateway, also one that has never called. */
export const createConnectCode = (admin: Admin, wanted: { mac: string; days: number; sku: string | undefined }) =>
  admin.db.tx(async (tx) => {
    const mac = macOf(wanted.mac)
    if (mac === null) throw new AdminProblem(`${wanted.mac} is no MAC: six bytes in hexadecimal, as 02:00:5e:10:00:01.`)
    const code = newPassword(randomBytes)
    const expiresOn = new Date(admin.now().getTime() + wanted.days * dayMs)
    await tx`insert into gateway (mac) values (${mac}) on conflict do nothing`
    const [gateway] = await tx<{ isSeen: boolean }[]>`
      select seen_on is not null as "isSeen" from gateway where mac = ${mac}`
    await describeGateway(tx, admin.secrets, mac, { sku: wanted.sku })
    await putConnectCode(tx, mac, code, expiresOn, null)
    return { code, mac, expiresOn, isSeen: gateway?.isSeen ?? false }
  })

export const listConnectCodes = ({ db: { sql } }: Admin) => connectCodes(sql, null)

/** Deletes a code by its text or by the MAC of its gateway. */
export const deleteConnectCode = async ({ db: { sql } }: Admin, codeOrMac: string): Promise<void> => {
  const dropped = await dropConnectCode(sql, codeOrMac, null)
  if (dropped.length === 0) throw new AdminProblem('There is no such connect code.')
}
