import { z } from 'zod'

const address = z.ipv4()

/** Requested settings of the assigned interface; all its other settings stay with the system. */
export const interfaceSettings = z.strictObject({
  dhcp: z.boolean(),
  /** A leased address stays until there is another. */
  keepAddress: z.boolean(),
  address,
  prefix: z.int().min(1).max(32),
  router: address.nullable(),
  dns: z.array(address).max(5),
  /** Ignore the DNS servers of a lease. */
  isDnsOnly: z.boolean(),
  mac: z
    .string()
    .regex(/^[0-9a-f]([02468ace])(:[0-9a-f]{2}){5}$/)
    .nullable(),
})
export type InterfaceSettings = z.output<typeof interfaceSettings>

/** Names that only modems have: the kernel's, and those by the place where one is plugged in. */
export const modemInterface = z.string().regex(/^(?:wwan|usb|ppp|wwp|wwx)[0-9a-z]{1,11}$/, 'an interface of a modem')

/** Everything that the helper of the box, which is root, does for the gateway. Names of devices are in `box.conf`, never in a request. */
export const helperRequest = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('release-apply'), file: z.string().regex(/^[0-9A-Z]{1,8}\.BBF$/, 'an 8.3 name') }),
  z.strictObject({ verb: z.literal('release-confirm') }),
  z.strictObject({ verb: z.literal('release-revert') }),
  z.strictObject({ verb: z.literal('card-mount') }),
  z.strictObject({ verb: z.literal('card-eject') }),
  z.strictObject({
    verb: z.literal('ethernet-try'),
    settings: interfaceSettings,
    confirmSec: z.int().min(30).max(600),
  }),
  z.strictObject({ verb: z.literal('ethernet-keep') }),
  z.strictObject({ verb: z.literal('ethernet-revert') }),
  /** The lease, and the DNS servers where the router has become another. */
  z.strictObject({ verb: z.literal('ethernet-renew'), isRenewed: z.boolean(), dns: z.array(address).max(5) }),
  z.strictObject({ verb: z.literal('backlight'), percent: z.int().min(0).max(100) }),
  z.strictObject({ verb: z.literal('modem-dhcp'), interface: modemInterface, isOn: z.boolean() }),
])
export type HelperRequest = z.output<typeof helperRequest>
