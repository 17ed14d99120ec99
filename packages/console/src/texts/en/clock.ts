export const clock = {
  ahead: (by: string) =>
    `The clock of the service was set ahead by ${by}. Until somebody says that it is right, readings are kept aside.`,
  behind: (by: string) =>
    `The clock of the service is ${by} behind what is recorded. If it is right, what is ahead of it can be set aside.`,
  kept: 'Some readings are kept aside, because their time is not believed.',
  look: 'Look',
  title: 'Readings kept aside',
  none: 'Nothing is kept aside',
  noneHelp: 'Readings come here when the clock of the service shows a time that cannot be right.',
  reason: 'Reason',
  reasons: {
    'clock-ahead': 'The clock was ahead',
    'clock-before-2020': 'The clock was before 2020',
    'ahead-of-the-clock': 'Recorded ahead of the clock',
  },
  polls: 'Polls',
  shown: 'By the clock',
  trusted: 'Really',
  unknown: 'Not known',
  acceptShown: 'Accept by the clock',
  acceptShownQuestion: 'The readings become part of history at the times that the clock showed.',
  acceptTrusted: 'Accept at the real time',
  acceptTrustedQuestion: 'The readings become part of history at the times at which they were really read.',
  discard: 'Discard',
  discardQuestion: 'The readings are deleted for good.',
  acceptClock: 'The clock is right',
  acceptClockQuestion:
    'Readings are recorded by this clock again, and those that are recorded ahead of it are set aside.',
  askAdmin: 'Whether the clock is right is for an administrator of the installation to say.',
  done: 'Done.',
}
