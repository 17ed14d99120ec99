import { createConnectCode, deleteConnectCode, listConnectCodes } from '@busbar/cloud/admin'
import { command, type Group } from '../../command.ts'
import { tableLines } from '../../table.ts'
import { integerOf, requiredFlag } from '../../values.ts'
import { admin, installationFlags } from './place.ts'

const usualDays = '30'

export const connectCode: Group = {
  summary: 'connect codes, which lead to gateways: make, list, delete',
  commands: {
    create: command({
      summary: 'make a code for a gateway, instead of any that it has; whoever has it may make a network of it',
      flags: {
        mac: { value: 'MAC', about: 'the gateway, whether it has called or not' },
        days: { value: 'N', about: `how long it is good (${usualDays})` },
        sku: { value: 'TEXT', about: 'what the gateway is' },
        ...installationFlags,
      },
      async run(flags, { print }) {
        const mac = requiredFlag('mac', flags.mac)
        const days = integerOf('days', flags.days ?? usualDays, 1, 3650)
        const made = await admin(flags, (opened) => createConnectCode(opened, { mac, days, sku: flags.sku }))
        print(`Connect code: ${made.code}`)
        print(`It leads to ${made.mac} until ${made.expiresOn.toISOString()}.`)
        if (!made.isSeen)
          print('That gateway has never called in: a network made with the code is served once it does.')
      },
    }),
    list: command({
      summary: 'list which gateways have a connect code',
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
      summary: 'take a connect code back',
      flags: { code: { value: 'CODE', about: 'which one, or the MAC of its gateway' }, ...installationFlags },
      async run(flags, { print }) {
        await admin(flags, (opened) => deleteConnectCode(opened, requiredFlag('code', flags.code)))
        print('The code is deleted.')
      },
    }),
  },
}
