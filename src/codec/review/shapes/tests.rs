//! The shapes that are shipped, a shape of a host, and what is wrong with others.
