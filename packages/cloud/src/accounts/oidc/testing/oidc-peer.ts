import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export interface PeerPerson {
  email: string
  isEmailVerified?: boolean
  groups: readonly string[]
}

export interface OidcPeer {
  issuer: string
  clientId: string
  clientSecret: string
  stop(): Promise<void>
}

const client = { clientId: 'busbar', clientSecret: 'a secret of the client' }

/** npm `oidc-provider` on this machine, with its own pages to sign in: any password is right, who signs in is who they say. */
export const startOidcPeer = async (
  redirectUri: string,
  people: Readonly<Record<string, PeerPerson>>,
): Promise<OidcPeer> => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [new URL('/sign-in', redirectUri).href],
      },
    ],
    scopes: ['openid', 'email', 'profile', 'groups'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        name: `Person ${id}`,
        email: people[id]?.email,
        email_verified: people[id]?.isEmailVerified ?? true,
        groups: [...(people[id]?.groups ?? [])],
      }),
    }),
    pkce: { required: () => true },
    cookies: { keys: ['only for tests'] },
  })
  const answer = provider.callback()
  server.on('request', (request, reply) => void answer(request, reply))
  return {
    issuer,
    ...client,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
