const NAME = 'plaza:step-up';

/** Announces on the page that a call needs a step-up. A listener that can get one sets `proof`. */
class StepUpWanted extends Event {
  /** Resolves to whether there is a step-up now. Without a listener it is false. */
  proof: Promise<boolean> = Promise.resolve(false);
}

/** Waits for a step-up. Resolves to whether it succeeded. */
export function requestStepUp(): Promise<boolean> {
  const wanted = new StepUpWanted(NAME);
  window.dispatchEvent(wanted);
  return wanted.proof;
}

/** Registers `prove` to get the step-up that calls of this page need. Returns the function that unregisters it. */
export function answerStepUp(prove: () => Promise<boolean>): () => void {
  const answer = (event: Event) => {
    if (event instanceof StepUpWanted) event.proof = prove();
  };
  window.addEventListener(NAME, answer);
  return () => window.removeEventListener(NAME, answer);
}
