import { z } from 'zod'
import { bootProblem } from '../../box/first-run.ts'
import { get } from '../server/words.ts'

const kb = z.int()

export const box = {
  status: get('/api/box/', {
    access: 'reader',
    extension: true,
    summary: 'Memory and port forwarding',
    description:
      'Covers what the state groups of the contract do not. The remote servers are in the state group `mbTcpClients`.',
    reply: z.object({
      memory: z
        .object({
          totalKb: kb.describe('Total memory in KiB.'),
          freeKb: kb.describe('Memory available to programs in KiB.'),
          ownKb: kb.describe('Memory used by the gateway in KiB.'),
        })
        .describe('Memory.'),
      forwarding: z
        .array(
          z.object({
            listenPort: z.int().describe('Listening port.'),
            isUdp: z.boolean().describe('True for UDP, false for TCP.'),
            serverAddr: z.string().describe('Target address; empty for the DNS servers.'),
            serverPort: z.int().describe('Target port.'),
            isOpen: z.boolean().describe('Whether the port is open.'),
            clients: z.int().describe('Current connections, or senders of UDP datagrams.'),
            problem: z.string().nullable().describe('Last error as text; null after a successful connection.'),
          }),
        )
        .describe('The rows of the setting `fwd` that are in use.'),
    }),
  }),
  firstRun: get('/api/first-run/', {
    access: 'open',
    extension: true,
    summary: 'First-run status',
    description:
      'Requires no login; the login page shows it. The code of a new box is the password of `admin` until a user sets one (`/api/users/password/`). Wrong codes are delayed like wrong passwords.',
    reply: z.object({
      isOpen: z.boolean().describe('Whether the code is valid: no password of `admin` has been set yet.'),
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
