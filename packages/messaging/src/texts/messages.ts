/** Types of the messages of `messages/*.json`: `npm run messages` writes this file. */

export interface Texts {
  names: {
    'role.demo': string
    'role.viewer': string
    'role.operator': string
    'role.manager': string
    'role.owner': string
    'register-kind.holding': string
    'register-kind.input': string
    'register-kind.coil': string
    'register-kind.discrete-input': string
    'value-type.bit': string
    'value-type.u16': string
    'value-type.s16': string
    'value-type.u32': string
    'value-type.s32': string
    'value-type.u64': string
    'value-type.s64': string
    'value-type.f32': string
    'value-type.f64': string
    'value-type.bcd16': string
    'value-type.bcd32': string
    'value-type.enum': string
    'value-type.bitmask': string
    'value-type.string': string
    'value-type.unixtime': string
    'alert-level.none': string
    'alert-level.info': string
    'alert-level.warning': string
    'alert-level.failure': string
    'alert-level.critical': string
    'connection.connected': string
    'connection.connecting': string
    'connection.disconnected': string
    'connection.disabled': string
    'time.second': string
    'time.minute': string
    'time.hour': string
    'time.day': string
    'time.week': string
    'time.month': string
    'time.year': string
    'time-short.second': string
    'time-short.minute': string
    'time-short.hour': string
    'time-short.day': string
    'error.CantDecodePayloadJSON': string
    'error.IncorrectRequest': string
    'error.PayloadIsTooLarge': string
    'error.CantParseAuthToken': string
    'error.IncorrectContentType': string
    'error.NoAuthTokenProvided': string
    'error.IncorrectAuthToken': string
    'error.NotAuthorized': string
    'error.InvalidKey': string
    'error.TooManyRequests': string
    'error.Unavailable': string
    'error.ObjectNotFound': string
    'error.IncorrectEndpoint': string
    'error.InvalidActivationCode': string
    'error.SecondFactorNeeded': string
    'error.SecondFactorWrong': string
    'error.SignInStale': string
    'error.NoOrganization': string
    'error.NoAccount': string
    'error.AccountExists': string
    'error.IdentityTaken': string
    'error.ProviderAway': string
    'error.ProviderWrong': string
    'error.InvalidCode': string
    'error.InternalError': string
  }
  alerts: {
    'stage.active': string
    'stage.confirmed': string
    'stage.not-confirmed': string
    'stage.resolved': string
    'stage.over-by-now': string
    'label.what': string
    'label.level': string
    'label.where': string
    'label.also': string
    'label.value': string
    'label.since': string
    'label.resolved': string
    'label.held': string
    'held.maintenance': string
    'held.hours': string
    'held.mute': string
    'held.dependency': string
    'parent.subject': string
    'parent.intro': string
    'reason.parent-told': string
    'label.late': string
    'label.confirmed': string
    'label.comment': string
    'label.organization': string
    'label.description': string
    'label.unreached': string
    'link.console': string
    'link.confirm': string
    'value.none': string
    'value.Crc': string
    'value.Timeout': string
    'value.NoConnection': string
    'value.Malformed': string
    'limit.g': (values: { limit: string | number }) => string
    'limit.ge': (values: { limit: string | number }) => string
    'limit.l': (values: { limit: string | number }) => string
    'limit.le': (values: { limit: string | number }) => string
    'limit.eq': (values: { limit: string | number }) => string
    'limit.neq': (values: { limit: string | number }) => string
    'limit.bit-set': (values: { limit: string | number }) => string
    'limit.bit-clear': (values: { limit: string | number }) => string
    'limit.no-data': (values: { limit: string | number }) => string
    'change.rose': (values: { change: string | number; span: string | number; limit: string | number }) => string
    'change.fell': (values: { change: string | number; span: string | number; limit: string | number }) => string
    'change.unknown': (values: { limit: string | number; span: string | number }) => string
    'digest.subject': string
    'digest.intro': string
    'digest.more': string
    'outage.subject': string
    'outage.intro': string
    'outage.subject-after': string
    'outage.intro-after': string
    'unreached.sms': string
    'unreached.email': string
    'unreached.voice-call': string
    'unreached.webhook': string
    'unreached.telegram': string
    'unreached.ntfy': string
    'unreached.write-param': string
    'sms.reply': string
    'sms.stop': string
    'voice.stop': string
    'voice.more': (values: { count: string | number }) => string
    'page.several': string
    'page.question': string
    'page.question-all': string
    'page.button': string
    'page.confirmed': string
    'page.confirmed-before': string
    'page.confirmed-before-all': string
    'page.inactive': string
    'page.inactive-all': string
    'page.again': string
    'page.nothing': string
    'page.gone': string
    'page.failed': string
    'reason.sms-limit': string
    'reason.sms-disabled': string
    'reason.sms-off': string
    'reason.too-late': string
    'reason.no-recipient': string
    'reason.device-gone': string
    'reason.hours': string
    'reason.no-answer': string
    'reason.error-answer': string
    'reason.doubled': string
    'reason.refused': string
    'reason.failed': string
    'reason.digest': string
    'reason.stage-passed': string
    'reason.muted': string
    'stage.flapping': string
    'stage.steady': string
    'label.flapping': string
    'flapping.held': (values: { changes: string | number; span: string | number }) => string
    'flapping.critical': (values: { changes: string | number; span: string | number }) => string
    'held.flapping': string
    'reason.flapping': string
    'budget.kind': string
    'budget.forecast': (values: { name: string | number; month: string | number; percent: string | number }) => string
    'budget.exceeded': (values: { name: string | number; month: string | number; percent: string | number }) => string
    'budget.short': (values: { place: string | number; plan: string | number; soFar: string | number; expected: string | number }) => string
    'label.plan': string
    'label.so-far': string
    'label.expected': string
    'label.method': string
    'budget.method': string
  }
}
