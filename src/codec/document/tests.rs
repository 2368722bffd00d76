//! Fields of likenesses of what reviewers write.
