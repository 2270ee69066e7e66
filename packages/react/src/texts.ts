/** Words of the components, also in `texts/`. Content comes from the workspace, in its own language. */
export const ENGLISH_TEXTS = {
  placeholder: 'Search or ask a question',
  ask: 'Ask',
  askAbout: 'Ask:',
  askQuestion: 'Ask a question',
  close: 'Close',
  stop: 'Stop',
  thinking: 'Looking for an answer…',
  answer: 'Answer',
  results: 'Search results',
  suggestions: 'These topics may help',
  sources: 'Sources',
  readMore: 'Read more',
  related: 'Related questions',
  helpful: 'Was this helpful?',
  yes: 'Yes',
  no: 'No',
  unavailable: 'The answer could not be loaded. Please try again.',
  leaveEmail: 'Leave your email address, and a person will answer.',
  email: 'Email address',
  askPerson: 'Ask a person',
  handedOver: 'Thank you. A person will answer by email.',
  invalidEmail: 'Please enter a valid email address.',
  notSent: 'Your question could not be sent. Please try again.',
}

export type Texts = typeof ENGLISH_TEXTS
