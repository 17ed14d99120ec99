export const errors = {
  Unreachable: 'The service cannot be reached.',
  TooManyRequests: 'Too many requests; wait a little.',
  NotAuthorized: 'You do not have the right to do this.',
  ObjectNotFound: 'It does not exist, or you have no access to it.',
  InternalError: 'Something went wrong in the service.',
  Unavailable: 'The database cannot be used right now; try again later.',
  unknown: 'It did not work.',
}
