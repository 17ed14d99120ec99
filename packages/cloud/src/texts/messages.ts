/** Types of the messages of `messages/*.json`: `npm run messages` writes this file. */

export interface Texts {
  alertLog: {
    started: string
    is: (values: { param: string | number; value: string | number }) => string
    'value-none': string
    'param-gone': (values: { id: string | number }) => string
    'limit.g': (values: { limit: string | number }) => string
    'limit.ge': (values: { limit: string | number }) => string
    'limit.l': (values: { limit: string | number }) => string
    'limit.le': (values: { limit: string | number }) => string
    'limit.eq': (values: { limit: string | number }) => string
    'limit.neq': (values: { limit: string | number }) => string
    'limit.bit-set': (values: { limit: string | number }) => string
    'limit.bit-clear': (values: { limit: string | number }) => string
    'limit.change-over': (values: { limit: string | number; hold: string | number }) => string
    held: (values: { hold: string | number }) => string
    'reading-error': (values: { param: string | number; reason: string | number }) => string
    'no-data': (values: { param: string | number; hold: string | number }) => string
    'net-down': string
    cleared: (values: { param: string | number; value: string | number }) => string
    'net-up': string
    confirmed: (values: { from: string | number }) => string
    'confirmed-with': (values: { from: string | number; comment: string | number }) => string
    'true-then': (values: { what: string | number }) => string
    unconfirmed: (values: { what: string | number }) => string
    'muted.maintenance': (values: { till: string | number }) => string
    'muted.hours': (values: { till: string | number }) => string
    'muted.window': (values: { name: string | number; till: string | number }) => string
    'muted.mute': (values: { till: string | number }) => string
    'muted.dependency': (values: { name: string | number }) => string
    unmuted: string
    unjudged: (values: { param: string | number; on: string | number }) => string
    judged: string
    escalated: (values: { step: string | number; to: string | number }) => string
    'escalated-again': (values: { step: string | number; round: string | number; to: string | number }) => string
    'unreached.hours': (values: { contact: string | number }) => string
    'unreached.failed': (values: { contact: string | number }) => string
    late: (values: { what: string | number; span: string | number; next: string | number }) => string
    'late-alone': (values: { what: string | number; span: string | number }) => string
    'nobody.group': (values: { group: string | number }) => string
    'nobody.step': (values: { step: string | number }) => string
    'nobody.next': string
    'escalation-ended': (values: { rounds: string | number }) => string
    full: string
    'how.resolved': string
    'how.disabled': string
    'how.deleted': string
    'type.sms': (values: { to: string | number }) => string
    'type.email': (values: { to: string | number }) => string
    'type.voice-call': (values: { to: string | number }) => string
    'type.webhook': (values: { to: string | number }) => string
    'type.push': (values: { to: string | number }) => string
    'type.telegram': (values: { to: string | number }) => string
    'type.ntfy': (values: { to: string | number }) => string
    'type.write-param': (values: { value: string | number; param: string | number }) => string
    'state.waiting': string
    'state.sending': string
    'state.sent': string
    'state.failed': string
    'state.dropped': string
    'state.unclear': string
    'state.digest-waiting': string
    'state.digested': string
    'write.waiting': string
    'write.sending': string
    'write.sent': string
    'write.failed': string
    'write.dropped': string
    'write.unclear': string
    message: (values: { what: string | number; state: string | number }) => string
    'message-why': (values: { what: string | number; state: string | number; why: string | number }) => string
    notice: (values: { what: string | number; whom: string | number }) => string
    'reason.Timeout': string
    'reason.Crc': string
    'reason.Malformed': string
    'reason.NoConnection': string
    'reason.Overloaded': string
    'reason.NoValue': string
    'reason.NotANumber': string
    'reason.Infinite': string
    'reason.NotBcd': string
    'reason.InputOld': string
    'reason.InputGone': string
    'reason.DivisionByZero': string
    'reason.OutOfRange': string
    'reason.TooShort': string
    'reason.Unreadable': string
    flapping: (values: { changes: string | number; span: string | number }) => string
    'steady.active': string
    'steady.over': string
    'muted.flapping': (values: { till: string | number }) => string
  }
  reports: {
    report: string
    totals: string
    'by-time': string
    branch: string
    total: string
    unit: string
    unmetered: string
    coverage: string
    from: string
    till: string
    hours: string
    span: (values: { from: string | number; till: string | number; zone: string | number }) => string
    'set-hours': (values: { hours: string | number }) => string
    'clocks-set': string
    'coverage-note': string
    'set-aside-count': (values: { count: string | number }) => string
    'set-aside': string
    gaps: string
    counter: string
    had: string
    showed: string
    reason: string
    'reason.spike': string
    'reason.invalid': string
    'reason.jump': string
    'reason.unusual': string
    'reason.replacement': string
    'reason.reset': string
    made: (values: { when: string | number }) => string
    'mail.subject': (values: { report: string | number; period: string | number }) => string
    'mail.subject-gaps': (values: { report: string | number; period: string | number; percent: string | number }) => string
    'mail.test': (values: { subject: string | number }) => string
    'mail.text': (values: { report: string | number; org: string | number; period: string | number; zone: string | number }) => string
    'mail.coverage': (values: { percent: string | number }) => string
    'mail.link': string
    'mail.why': (values: { org: string | number }) => string
    before: string
    change: string
    cost: string
    currency: string
    co2: string
    'before-note': (values: { from: string | number; till: string | number }) => string
    'mail.before': (values: { figure: string | number; change: string | number; before: string | number }) => string
    'address.title': (values: { org: string | number }) => string
    'address.text': (values: { org: string | number; address: string | number }) => string
    'address.yes': string
    'address.no': string
    'address.wanted': (values: { address: string | number }) => string
    'address.unwanted': (values: { address: string | number }) => string
    'address.gone': string
  }
  accountMails: {
    'invitation.subject': (values: { org: string | number }) => string
    'invitation.text': (values: { org: string | number }) => string
    'invitation.link': string
    'reset.subject': string
    'reset.text': string
    'reset.link': string
    'undelivered.subject': (values: { count: string | number }) => string
    'undelivered.text': (values: { count: string | number }) => string
    'undelivered.link': string
    'report.subject': (values: { org: string | number }) => string
    'report.text': (values: { org: string | number }) => string
    'report.link': string
    'address.subject': (values: { org: string | number }) => string
    'address.text': (values: { org: string | number }) => string
    'address.link': string
  }
  contacts: {
    code: (values: { code: string | number }) => string
  }
}
