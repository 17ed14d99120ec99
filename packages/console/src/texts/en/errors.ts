export const errors = {
  Unreachable: 'The service cannot be reached.',
  SecondFactorNeeded: 'A code of your app is needed.',
  SecondFactorWrong: 'This code is wrong or was used before.',
  SignInStale: 'This sign-in was not begun here, or more than ten minutes ago. Begin again.',
  NoOrganization: 'You belong to no organization here: no group of yours has a role in one. Ask the administrator.',
  NoAccount: 'You have no account here. Ask an owner of your organization to invite you.',
  AccountExists:
    'An account has your e-mail address already. Sign in with its password and connect it under Sign-in and sessions.',
  IdentityTaken:
    'That person is connected with another account here, or this account with another person. Disconnect it first.',
  ProviderAway: 'The provider cannot be reached. Try later, or use your password.',
  TooManyRequests: 'Too many requests; wait a little.',
  NotAuthorized: 'You do not have the right to do this.',
  ObjectNotFound: 'It does not exist, or you have no access to it.',
  Unavailable: 'The service cannot do this now, or it takes too long: choose less, or try later.',
  InternalError: 'Something went wrong in the service.',
  unknown: 'It did not work.',
}
