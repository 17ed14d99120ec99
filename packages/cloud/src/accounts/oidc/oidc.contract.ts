import { nothing, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../access/access-contract.ts'
import { factorErrors, givenFactor, password } from '../sessions/credentials.contract.ts'

const providerId = z.string().max(32).describe('Provider ID as configured in the installation.')
const begun = z.object({
  url: z.string().describe('URL to which the browser is redirected for signing in.'),
  ticket: z.string().describe('Ticket that the page keeps until the user returns; valid for ten minutes.'),
})
const errors = {
  ObjectNotFound: 'there is no such provider.',
  ProviderAway: 'the provider is unreachable.',
  ProviderWrong: 'the response of the provider is invalid; the message contains the reason.',
}

/** OpenID Connect: the authorization code with PKCE. People come back to the page `/signed-in` of the console. */
export const oidc = {
  begin: post('/login/oidc/begin/', {
    access: 'open',
    extension: true,
    summary: 'Start signing in with a provider',
    description: 'Nothing is stored on the server: the ticket contains its own expiry.',
    errors,
    body: z.object({ providerId }),
    reply: begun,
    hasSecrets: true,
    example: { body: { providerId: 'sso' } },
  }),
  login: post('/login/oidc/', {
    access: 'open',
    extension: true,
    summary: 'Complete signing in with a provider',
    description:
      "Neither the password nor the second factor is requested; both are the responsibility of the provider. Roles follow the user's groups unless they were assigned manually. With a ticket of `/user/oidc/begin/` the account is also connected.",
    errors: {
      ...errors,
      SignInStale: 'the sign-in was started in another browser, has expired after ten minutes, or is already complete.',
      NoOrganization: 'no group of the user has a role in an organization.',
      NoAccount: 'the user has no account, and accounts are not created automatically.',
      AccountExists: 'an account with this e-mail address exists; its owner has to connect it first.',
      IdentityTaken: 'the identity is connected to another account, or the account to another identity.',
      NotAuthorized: 'the provider refused to sign the user in.',
      TooManyRequests: 'too many failed attempts; `Retry-After` contains the waiting time.',
    },
    body: z.object({
      ticket: z.string().max(4000).describe('Ticket returned by `begin`.'),
      query: z.string().max(8000).describe('Query string of the URL to which the user returned.'),
    }),
    reply: z.object({
      token: uuid.describe('Session token, a lower-case UUID.'),
      expiresOn: timestamp.describe('Expiry of the session, one hour after it was opened.'),
      email: z.string().describe('E-mail address of the account.'),
      signOutUrl: z
        .string()
        .nullable()
        .describe('URL to open after signing out; null to stay signed in at the provider.'),
    }),
    hasSecrets: true,
  }),
  list: get('/user/oidc/', {
    access: 'session',
    extension: true,
    summary: 'Providers and connected identities',
    description: 'Lists the providers of the installation in their configured order.',
    reply: z.array(
      z.object({
        providerId,
        name: z.string().describe('Provider name.'),
        connected: z
          .object({
            id: uuid.describe('Connection ID.'),
            createdOn: timestamp.describe('Time when the account was connected.'),
            lastUsedOn: timestamp.nullable().describe('Time of the last sign-in; null: never.'),
          })
          .nullable()
          .describe('Null if the user is not connected.'),
      }),
    ),
  }),
  beginConnecting: post('/user/oidc/begin/', {
    access: 'session',
    extension: true,
    summary: 'Start connecting the account to a provider',
    description: 'Works like signing in; the account is connected when the user returns.',
    errors: {
      ...errors,
      NotAuthorized: 'the password is wrong, or the caller is an API key.',
      ...factorErrors,
      TooManyRequests: 'too many attempts; `Retry-After` contains the waiting time.',
    },
    body: z.object({ providerId, password, secondFactor: givenFactor.optional() }),
    reply: begun,
    hasSecrets: true,
  }),
  disconnect: post('/user/oidc/:identityId/delete/', {
    access: 'session',
    extension: true,
    summary: 'Disconnect the account from a provider',
    description:
      'The provider no longer signs the user in. Roles granted through its groups remain until an owner removes them.',
    errors: { NotAuthorized: 'the user has neither a password nor a passkey, and could not sign in any more.' },
    params: z.object({ identityId: uuid.describe('Connection ID.') }),
    body: nothing,
    reply: z.object({}),
  }),
}
