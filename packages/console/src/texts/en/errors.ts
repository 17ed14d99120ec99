export const errors = {
  Unreachable: 'The service cannot be reached.',
  SecondFactorNeeded: 'A code of your app is needed.',
  SecondFactorWrong: 'This code is wrong or was used before.',
  TooManyRequests: 'Too many requests; wait a little.',
  NotAuthorized: 'You do not have the right to do this.',
  ObjectNotFound: 'It does not exist, or you have no access to it.',
  Unavailable: 'The service cannot do this now, or it takes too long: choose less, or try later.',
  InternalError: 'Something went wrong in the service.',
  unknown: 'It did not work.',
}
