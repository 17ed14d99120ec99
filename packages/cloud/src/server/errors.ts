import type { ErrorFields, ErrorTable } from '@busbar/wire'

/** How an error's body spells its two fields. */
export const errorFields: ErrorFields = { code: 'errorCode', message: 'errorMessage' }

/** Every error of the API: its code on the wire, its status, and its default text. */
export const errors = {
  CantDecodePayloadJSON: {
    status: 400,
    message: 'The payload must be JSON in UTF-8, nested at most 32 deep, and not empty.',
  },
  IncorrectRequest: { status: 400, message: 'The request does not have the form that this endpoint asks for.' },
  PayloadIsTooLarge: { status: 400, message: 'The payload has more than 1,048,576 bytes.' },
  CantParseAuthToken: { status: 400, message: 'The header must be "Authorization: token <UUID in lower case>".' },
  IncorrectContentType: {
    status: 400,
    message: 'The header "Content-Type: application/json" is needed on every request.',
  },
  NoAuthTokenProvided: {
    status: 401,
    message: 'The header "Authorization: token <SESSION_TOKEN>" is needed; /authenticate/ gives one.',
  },
  IncorrectAuthToken: { status: 401, message: 'The session is unknown or has ended; authenticate again.' },
  NotAuthorized: { status: 401, message: 'You do not have the right to do this.' },
  InvalidKey: { status: 401, message: 'There is no such API key.' },
  SecondFactorNeeded: {
    status: 401,
    message: 'The password is right, and this person has a second factor: send its code as well.',
  },
  SecondFactorWrong: { status: 401, message: 'The code of the second factor is wrong, or was used before.' },
  SignInStale: {
    status: 401,
    message: 'This sign-in was not begun here, or more than ten minutes ago: begin again.',
  },
  NoOrganization: {
    status: 401,
    message: 'You belong to no organization here: no group of yours has a role in one. Ask its owner or administrator.',
  },
  NoAccount: { status: 401, message: 'You have no account here: ask an owner of your organization to invite you.' },
  AccountExists: {
    status: 401,
    message:
      'An account has your e-mail address already: sign in with its password, and connect it under Sign-in and sessions.',
  },
  IdentityTaken: {
    status: 401,
    message:
      'That person is connected with another account here, or this account with another person: disconnect it first.',
  },
  ProviderAway: { status: 503, message: 'The provider cannot be reached; try again later, or use your password.' },
  ProviderWrong: { status: 502, message: 'What the provider says cannot be taken; ask the administrator.' },
  TooManyRequests: { status: 403, message: 'Too many requests; try again later.' },
  ObjectNotFound: { status: 404, message: 'The object does not exist, or you have no access to it.' },
  IncorrectEndpoint: { status: 404, message: 'There is no such endpoint, or not with this method.' },
  InvalidActivationCode: { status: 404, message: 'The activation code is unknown or has expired.' },
  InvalidCode: { status: 404, message: 'The connect code is unknown or has expired.' },
  Unavailable: { status: 503, message: 'This cannot be done right now; try again later.' },
  InternalError: { status: 500, message: 'Something went wrong on our side; it has been logged.' },
} as const satisfies ErrorTable
