const NAME = 'plaza:step-up';

/** Says on the page that a call lacks a fresh proof of the mailbox; whoever can get one answers with `proof`. */
class StepUpWanted extends Event {
  /** Whether there is one now. On pages where nobody answers there is none. */
  proof: Promise<boolean> = Promise.resolve(false);
}

/** Waits for a proof, and answers whether it has come. */
export function wantStepUp(): Promise<boolean> {
  const wanted = new StepUpWanted(NAME);
  window.dispatchEvent(wanted);
  return wanted.proof;
}

/** Has `prove` get the proof that calls of this page lack; answers how to stop that. */
export function answerStepUp(prove: () => Promise<boolean>): () => void {
  const answer = (event: Event) => {
    if (event instanceof StepUpWanted) event.proof = prove();
  };
  window.addEventListener(NAME, answer);
  return () => window.removeEventListener(NAME, answer);
}
