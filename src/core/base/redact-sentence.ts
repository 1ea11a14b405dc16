import { asIs, inEnglish, type Sentence } from './sentence';
import { redactText } from './redact/redact';

/** What is removed may be spread over the values of the sentence; then it is in English only. */
export function redactSentence(sentence: Sentence): Sentence {
  const text = inEnglish(sentence);
  const { text: left } = redactText(text);
  return left === text ? sentence : asIs(left);
}
