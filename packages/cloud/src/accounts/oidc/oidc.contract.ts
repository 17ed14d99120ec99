import { nothing, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../access/access-contract.ts'
import { factorErrors, givenFactor, password } from '../sessions/credentials.contract.ts'

const providerId = z.string().max(32).describe('Id of the provider, as the installation calls it.')
const begun = z.object({
  url: z.string().describe('Where the browser is sent to sign in.'),
  ticket: z.string().describe('To be kept by the page until the person comes back; good for ten minutes.'),
})
const errors = {
  ObjectNotFound: 'there is no such provider.',
  ProviderAway: 'the provider cannot be reached.',
  ProviderWrong: 'what the provider says cannot be taken; the message says why.',
}

/** OpenID Connect: the authorization code with PKCE. People come back to the page `/signed-in` of the console. */
export const oidc = {
  begin: post('/login/oidc/begin/', {
    access: 'open',
    extension: true,
    summary: 'Begin to sign in by a provider',
    description: 'Nothing is stored for it: the ticket says itself until when it is good.',
    errors,
    body: z.object({ providerId }),
    reply: begun,
    hasSecrets: true,
    example: { body: { providerId: 'sso' } },
  }),
  login: post('/login/oidc/', {
    access: 'open',
    extension: true,
    summary: 'Open a session for who came back from a provider',
    description:
      'Neither password nor second factor are asked for: that is the provider’s. Roles become what the groups of the person say, where nobody gave them by hand. Of a ticket of `/user/oidc/begin/` the account is connected as well.',
    errors: {
      ...errors,
      SignInStale: 'it was not begun here, or more than ten minutes ago, or was ended already.',
      NoOrganization: 'no group of the person has a role in an organization here.',
      NoAccount: 'the person has no account, and none are made.',
      AccountExists: 'an account has this e-mail address already, and has to be connected by its owner first.',
      IdentityTaken: 'the person there is connected with another account here, or this account with another person.',
      NotAuthorized: 'the provider turned the person away.',
      TooManyRequests: 'too many wrong ones; `Retry-After` says when to try again.',
    },
    body: z.object({
      ticket: z.string().max(4000).describe('What `begin` answered.'),
      query: z.string().max(8000).describe('What is behind `?` of the address to which the person came back.'),
    }),
    reply: z.object({
      token: uuid.describe('Session token, a lower-case UUID.'),
      expiresOn: timestamp.describe('When the session ends, one hour after it was opened.'),
      email: z.string().describe('E-mail address of the account.'),
      signOutUrl: z
        .string()
        .nullable()
        .describe('Where the browser goes after signing out here; null where the provider is not to be asked.'),
    }),
    hasSecrets: true,
  }),
  list: get('/user/oidc/', {
    access: 'session',
    extension: true,
    summary: 'Providers, and with which the user is connected',
    description: 'Those of the installation, in its order.',
    reply: z.array(
      z.object({
        providerId,
        name: z.string().describe('Name of the provider.'),
        connected: z
          .object({
            id: uuid.describe('Id of the connection.'),
            createdOn: timestamp.describe('Since when.'),
            lastUsedOn: timestamp.nullable().describe('When the user last signed in by it; null: never.'),
          })
          .nullable()
          .describe('Null where the user is not connected.'),
      }),
    ),
  }),
  beginConnecting: post('/user/oidc/begin/', {
    access: 'session',
    extension: true,
    summary: 'Begin to connect the account with a provider',
    description: 'As signing in; who comes back is connected with this account from then on.',
    errors: {
      ...errors,
      NotAuthorized: 'the password is wrong, or the caller is a program.',
      ...factorErrors,
      TooManyRequests: 'too many tries; `Retry-After` says when to try again.',
    },
    body: z.object({ providerId, password, secondFactor: givenFactor.optional() }),
    reply: begun,
    hasSecrets: true,
  }),
  disconnect: post('/user/oidc/:identityId/delete/', {
    access: 'session',
    extension: true,
    summary: 'Disconnect the account from a provider',
    description: 'It does not sign the user in any more. Roles that its groups gave stay until an owner takes them.',
    errors: { NotAuthorized: 'the user has neither a password nor a passkey, and could not sign in any more.' },
    params: z.object({ identityId: uuid.describe('Id of the connection.') }),
    body: nothing,
    reply: z.object({}),
  }),
}
