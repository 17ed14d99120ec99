import { createConnectCode, deleteConnectCode, listConnectCodes } from '@busbar/cloud/admin'
import { command, type Group } from '../../command.ts'
import { tableLines } from '../../table.ts'
import { integerOf, requiredFlag } from '../../values.ts'
import { admin, installationFlags } from './place.ts'

const usualDays = '30'

export const connectCode: Group = {
  summary: 'connect codes of gateways: create, list, delete',
  commands: {
    create: command({
      summary:
        'create a code for a gateway and replace its previous one; a user with the code can create a network of the gateway',
      flags: {
        mac: { value: 'MAC', about: 'MAC address of the gateway, which may never have connected' },
        days: { value: 'N', about: `days until the code expires (${usualDays})` },
        sku: { value: 'TEXT', about: 'product code of the gateway' },
        ...installationFlags,
      },
      async run(flags, { print }) {
        const mac = requiredFlag('mac', flags.mac)
        const days = integerOf('days', flags.days ?? usualDays, 1, 3650)
        const made = await admin(flags, (opened) => createConnectCode(opened, { mac, days, sku: flags.sku }))
        print(`Connect code: ${made.code}`)
        print(`It leads to ${made.mac} until ${made.expiresOn.toISOString()}.`)
        if (!made.isSeen)
          print('This gateway has never connected. A network created with the code is polled once it does.')
      },
    }),
    list: command({
      summary: 'list gateways with a connect code',
      flags: installationFlags,
      async run(flags, { print }) {
        const rows = (await admin(flags, listConnectCodes)).map((one) => [
          one.macAddress,
          one.expiresOn?.toISOString() ?? 'never',
          String(one.orgId ?? ''),
          one.sku,
        ])
        for (const line of tableLines([['gateway', 'ends', 'org', 'sku'], ...rows])) print(line)
      },
    }),
    delete: command({
      summary: 'revoke a connect code',
      flags: { code: { value: 'CODE', about: 'the code, or the MAC address of its gateway' }, ...installationFlags },
      async run(flags, { print }) {
        await admin(flags, (opened) => deleteConnectCode(opened, requiredFlag('code', flags.code)))
        print('The code is deleted.')
      },
    }),
  },
}
