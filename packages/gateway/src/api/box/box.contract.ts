import { z } from 'zod'
import { get } from '../../http/words.ts'
import { bootProblem } from '../../system/first-run.ts'

const kb = z.int()

export const box = {
  status: get('/api/box/', {
    access: 'reader',
    extension: true,
    summary: 'Memory and forwarded ports of this box',
    description: 'What the state of the contract has no group for. Remote servers are in its group `mbTcpClients`.',
    reply: z.object({
      memory: z
        .object({
          totalKb: kb.describe('Memory of the box in KiB.'),
          freeKb: kb.describe('What of it programs can still have.'),
          ownKb: kb.describe('What of it the gateway has.'),
        })
        .describe('Memory.'),
      forwarding: z
        .array(
          z.object({
            listenPort: z.int().describe('Port that is heard here.'),
            isUdp: z.boolean().describe('Whether datagrams are led on, or connections.'),
            serverAddr: z.string().describe('Where it leads; empty for the DNS servers.'),
            serverPort: z.int().describe('Port to which it leads.'),
            isOpen: z.boolean().describe('Whether it is heard.'),
            clients: z.int().describe('Connections, or senders of datagrams, now.'),
            problem: z.string().nullable().describe('What went wrong last, in words; null where it got through since.'),
          }),
        )
        .describe('Rows of the setting `fwd` that are in use.'),
    }),
  }),
  firstRun: get('/api/first-run/', {
    access: 'open',
    extension: true,
    summary: 'Whether this box is new',
    description:
      'Answers without a login, as the login page shows it. The code of a new box is the password of `admin` until a person sets one (`/api/users/password/`); wrong codes are delayed like wrong passwords.',
    reply: z.object({
      isOpen: z.boolean().describe('Whether the code is valid: nobody has set a password of `admin` yet.'),
      problems: z.array(bootProblem).describe('Lines of `busbar.txt` on the boot partition that were not applied.'),
    }),
  }),
  https: get('/api/https/', {
    access: 'open',
    extension: true,
    summary: 'Port and certificate of HTTPS',
    description:
      'Requires no login. Compare the fingerprint with the one that `busbar-gateway status` prints on the console of the gateway.',
    reply: z.object({
      port: z.int().nullable().describe('Port; null while the gateway does not listen for HTTPS.'),
      fingerprint: z
        .string()
        .nullable()
        .describe('SHA-256 fingerprint of the certificate, in pairs; null when there is no usable certificate.'),
      problem: z
        .string()
        .nullable()
        .describe('Why the gateway does not listen for HTTPS; null while it does, and when `--https off` was given.'),
    }),
  }),
}
