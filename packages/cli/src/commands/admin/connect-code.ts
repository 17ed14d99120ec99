import { createConnectCode, deleteConnectCode, listConnectCodes } from '@busbar/cloud/admin'
import { command, type Group } from '../../command.ts'
import { tableLines } from '../../table.ts'
import { neededOf, wholeOf } from '../../values.ts'
import { admin, placeFlags } from './place.ts'

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
        ...placeFlags,
      },
      async run(given, { say }) {
        const mac = neededOf('mac', given.mac)
        const days = wholeOf('days', given.days ?? usualDays, 1, 3650)
        const made = await admin(given, (opened) => createConnectCode(opened, { mac, days, sku: given.sku }))
        say(`Connect code: ${made.code}`)
        say(`It leads to ${made.mac} until ${made.expiresOn.toISOString()}.`)
        if (!made.isSeen) say('That gateway has never called in: a network made with the code is served once it does.')
      },
    }),
    list: command({
      summary: 'list which gateways have a connect code',
      flags: placeFlags,
      async run(given, { say }) {
        const rows = (await admin(given, listConnectCodes)).map((one) => [
          one.macAddress,
          one.expiresOn?.toISOString() ?? 'never',
          String(one.orgId ?? ''),
          one.sku,
        ])
        for (const line of tableLines([['gateway', 'ends', 'org', 'sku'], ...rows])) say(line)
      },
    }),
    delete: command({
      summary: 'take a connect code back',
      flags: { code: { value: 'CODE', about: 'which one, or the MAC of its gateway' }, ...placeFlags },
      async run(given, { say }) {
        await admin(given, (opened) => deleteConnectCode(opened, neededOf('code', given.code)))
        say('The code is deleted.')
      },
    }),
  },
}
