/** In notifications of the browser; the service worker has them in all languages. */
export const notification = {
  confirm: 'Confirm',
  again: 'Try again',
  levels: { none: 'Alert', info: 'Information', warning: 'Warning', failure: 'Failure', critical: 'Critical' },
  stages: {
    'not-confirmed': 'Not confirmed',
    confirmed: 'Confirmed',
    resolved: 'Over',
    test: 'Test',
  },
  came: {
    confirmed: 'You have confirmed it.',
    'confirmed-before': 'It was confirmed before.',
    inactive: 'It is over, or has begun again: nothing was confirmed.',
    gone: 'Too old to be confirmed from here.',
    failed: 'Not confirmed: the service was not reached.',
  },
}
